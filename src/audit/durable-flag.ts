/** What to open a file with so that each write is durable by itself. */
import { constants } from 'node:fs';

/** On Linux a write through to the disk does the work of a write and an fdatasync in one call instead of two. */
const throughFlag = process.platform === 'linux' ? constants.O_DSYNC : 0;

/** 0 where only an fdatasync makes a write durable. */
export function durableFlag(durable: boolean): number {
  return durable ? throughFlag : 0;
}
