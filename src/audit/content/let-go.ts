/** Gives the memory of large bytes back at once: the engine would keep it until it next looks through the heap. */

const leastBytes = 262_144;

/** For whoever alone holds them: they are empty afterwards. Bytes that share their memory with others are left alone. */
export function letGo({ buffer, byteLength }: Buffer): void {
  if (byteLength < leastBytes || byteLength !== buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
