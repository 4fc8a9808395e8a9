// What is wrong: a face that cannot be drawn says so in its place.

import { watchPictures } from "./faces.js";

watchPictures(document.getElementById("main"));
