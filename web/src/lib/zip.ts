/** How far a ZIP file of the first format reaches. */
const most = 0xffff_ffff;

/** A ZIP file that is written file by file, without compression: its parts stay with the browser, which may keep them on the disk. */
export interface Zip {
  /** @param path with slashes; a path that is there already gets a number */
  add(path: string, content: Blob): Promise<void>;
  close(): Blob;
}

interface Entry {
  name: Uint8Array;
  crc: number;
  size: number;
  offset: number;
}

/** @param madeAt of all files */
export function newZip(madeAt: Date): Zip {
  const parts: BlobPart[] = [];
  const entries: Entry[] = [];
  const taken = new Set<string>();
  let length = 0;
  const write = (part: Uint8Array<ArrayBuffer> | Blob) => {
    parts.push(part);
    length += part instanceof Blob ? part.size : part.length;
  };
  return {
    async add(path, content) {
      if (content.size >= most) throw new Error(`${path} is too large for a ZIP file.`);
      const entry = {
        name: new TextEncoder().encode(freePath(path, taken)),
        crc: await crcOf(content),
        size: content.size,
        offset: length,
      };
      write(fields([0x04034b50, 4], ...common(entry, madeAt), [entry.name.length, 2], [0, 2]));
      write(entry.name.slice());
      write(content);
      entries.push(entry);
    },
    close() {
      const start = length;
      for (const entry of entries) writeDirectoryEntry(write, entry, madeAt);
      const size = length - start;
      // The second format has room for an end beyond 4 GiB and for more than 65,535 files.
      const far = length;
      write(
        fields([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 4], [0, 4], [entries.length, 8], [entries.length, 8], [size, 8], [start, 8]),
      );
      write(fields([0x07064b50, 4], [0, 4], [far, 8], [1, 4]));
      const count = Math.min(entries.length, 0xffff);
      write(fields([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [Math.min(size, most), 4], [Math.min(start, most), 4], [0, 2]));
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

function writeDirectoryEntry(write: (part: Uint8Array<ArrayBuffer>) => void, entry: Entry, madeAt: Date): void {
  const isFar = entry.offset >= most;
  const extra = isFar ? fields([1, 2], [8, 2], [entry.offset, 8]) : fields();
  write(
    fields(
      [0x02014b50, 4],
      [45, 2],
      ...common(entry, madeAt),
      [entry.name.length, 2],
      [extra.length, 2],
      [0, 2],
      [0, 4],
      [0, 4],
      [isFar ? most : entry.offset, 4],
    ),
  );
  write(entry.name.slice());
  write(extra);
}

type Field = readonly [value: number, bytes: number];

/** The fields of both descriptions of a file: version, names in UTF-8, no compression, time, day, checksum, sizes. */
function common({ crc, size }: Entry, at: Date): Field[] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [45, 2],
    [0x0800, 2],
    [0, 2],
    [time, 2],
    [day, 2],
    [crc, 4],
    [size, 4],
    [size, 4],
  ];
}

function fields(...values: Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of values)
    for (let byte = 0, rest = value; byte < width; byte += 1, rest = Math.floor(rest / 256)) bytes[at++] = rest % 256;
  return bytes;
}

function freePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = path.replace(/(\.[^./]*)?$/, ` (${number})$1`);
  taken.add(free.toLowerCase());
  return free;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

async function crcOf(content: Blob): Promise<number> {
  let crc = most;
  const reader = content.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    for (const byte of part.value) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ most) >>> 0;
}
