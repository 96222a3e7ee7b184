// What a painter.js finds in the object `referee`. Authors know it from protocol/RULES_PROGRAM.md.
// A reel is for those who try a painter.
import {referee} from "../shared/globals.js";
import {colorsOf, seatLetter} from "./colors.js";
import {drawing} from "./drawing.js";
import {plainPainter} from "./plain_painter.js";
import {Reel} from "./reel.js";

referee.painters ??= {};
Object.assign(referee, {colors: colorsOf, seatLetter, drawing, plainPainter, Reel});
