import { type Circle, earthRadius, radians } from '@bedplate/contract';
import { cellKey, column, finest, row } from '../index/place-key.ts';

/** Keys of places from the first to before the second. */
export type KeyRange = readonly [from: number, to: number];

/** The least box of degrees around a circle: two of them beside the date line. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly sides: readonly (readonly [west: number, east: number])[];
  /** It goes around a pole. */
  readonly isPolar: boolean;
}

/** Each is a query. */
const mostRanges = 9;
const mostCells = 64;
/** Degrees, some millimetres: more than the computation of distances is wrong by. */
const margin = 1e-7;

export function boxAround({ lat, lng, metres }: Circle): Box {
  const angle = metres / earthRadius;
  const high = (angle * 180) / Math.PI + margin;
  const [south, north] = [lat - high, lat + high];
  const bounds = { south: Math.max(-90, south), north: Math.min(90, north) };
  if (south <= -90 || north >= 90) return { ...bounds, sides: [[-180, 180]], isPolar: true };
  const wide = (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))) * 180) / Math.PI + margin;
  const [west, east] = [lng - wide, lng + wide];
  if (west < -180)
    return {
      ...bounds,
      sides: [
        [west + 360, 180],
        [-180, east],
      ],
      isPolar: false,
    };
  if (east > 180)
    return {
      ...bounds,
      sides: [
        [west, 180],
        [-180, east - 360],
      ],
      isPolar: false,
    };
  return { ...bounds, sides: [[west, east]], isPolar: false };
}

/** @returns ranges of keys that hold all places of a box: of the finest cells that make few of them */
export function cover(box: Box): readonly KeyRange[] {
  let best: readonly KeyRange[] = [[0, 4 ** finest]];
  for (let level = 1; level <= finest; level += 1) {
    const ranges = rangesAt(box, level);
    if (!ranges || ranges.length > mostRanges) return best;
    best = ranges;
  }
  return best;
}

/** @returns undefined for too many cells */
function rangesAt({ south, north, sides }: Box, level: number): KeyRange[] | undefined {
  const size = 2 ** (finest - level);
  const [low, high] = [row(south), row(north)].map((y) => Math.floor(y / size)) as [number, number];
  const keys = new Set<number>();
  for (const side of sides) {
    const [west, east] = side.map((lng) => Math.floor(column(lng) / size)) as [number, number];
    if ((east - west + 1) * (high - low + 1) > mostCells) return undefined;
    for (let x = west; x <= east; x += 1) for (let y = low; y <= high; y += 1) keys.add(cellKey(x, y, level));
  }
  const width = 4 ** (finest - level);
  return joined([...keys].sort((a, b) => a - b).map((key) => [key * width, (key + 1) * width]));
}

function joined(ranges: readonly KeyRange[]): KeyRange[] {
  const result: KeyRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && last[1] === range[0]) result[result.length - 1] = [last[0], range[1]];
    else result.push(range);
  }
  return result;
}
