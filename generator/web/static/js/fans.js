// The fans of games and kinds, and what is wrong with them: shown anew when that changes.
import { refreshed } from "./refresh.js";

refreshed(document.querySelector(".opening .tally") ? ".tabletop, .opening .tally" : ".tabletop");
