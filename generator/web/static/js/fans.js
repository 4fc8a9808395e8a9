// The fans of a game's page: shown anew when one of their faces changes.
import { refreshed } from "./refresh.js";

refreshed(".tabletop, .opening .tally");
