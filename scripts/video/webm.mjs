/** EBML id of a WebM file's Info element, and of the Duration in it: https://www.matroska.org/technical/elements.html */
const infoId = Buffer.from([0x15, 0x49, 0xa9, 0x66]);
const durationId = Buffer.from([0x44, 0x89]);

/**
 * MediaRecorder does not know how long a film will be and writes no duration; players then cannot show or seek it.
 * @param {Buffer} webm @param {number} millis
 * @returns {Buffer} the film with its duration, in the file's own unit of a millisecond
 */
export function withDuration(webm, millis) {
  const at = webm.indexOf(infoId);
  if (at < 0) throw new Error('The film has no Info element.');
  const { size, length } = readSize(webm, at + infoId.length);
  const begin = at + infoId.length + length;
  const info = webm.subarray(begin, begin + size);
  if (info.includes(durationId)) return webm;
  const duration = Buffer.alloc(11);
  durationId.copy(duration);
  duration[2] = 0x88; // eight bytes follow
  duration.writeDoubleBE(millis, 3);
  const newSize = Buffer.alloc(8);
  newSize.writeBigUInt64BE(BigInt(size + duration.length) | (1n << 56n));
  return Buffer.concat([webm.subarray(0, at), infoId, newSize, info, duration, webm.subarray(begin + size)]);
}

/** A variable-length integer: the leading zeros of its first byte tell how long it is. */
function readSize(bytes, at) {
  const length = Math.clz32(bytes[at]) - 23;
  let size = bytes[at] & (0xff >> length);
  for (let n = 1; n < length; n++) size = size * 256 + bytes[at + n];
  return { size, length };
}
