// One item: its faces and what is wrong with it, kept as the server would send them now.
import { refreshed } from "./refresh.js";

refreshed("#tableau, #does, #wrong");
