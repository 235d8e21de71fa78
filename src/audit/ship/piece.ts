/** How much of a file is shipped at once. */
export const pieceBytesMax = 4_194_304;
