// The page of problems: shown anew whenever the game is checked anew.
import { refreshed } from "./refresh.js";

refreshed("#problems, .opening .tally");
