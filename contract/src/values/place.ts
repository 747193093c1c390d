import type { Json } from './json.ts';

/** A value of the type geo, in degrees. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** All places at most so far from one. */
export interface Circle extends Place {
  readonly metres: number;
}

/** Mean radius of the earth, in metres. */
export const earthRadius = 6_371_008.8;

/** @returns undefined for a value that is no place */
export function placeOf(value: Json | undefined): Place | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { lat, lng } = value;
  if (typeof lat !== 'number' || typeof lng !== 'number' || Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined;
  return { lat, lng };
}

/** Along a great circle of a sphere, by the haversine formula: within half a percent of the way on the earth. */
export function metresBetween(a: Place, b: Place): number {
  const [north, east] = [radians(b.lat - a.lat), radians(b.lng - a.lng)];
  const chord = Math.sin(north / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

const circle = /^\s*([-+]?\d{1,3}(?:\.\d+)?)\s*,\s*([-+]?\d{1,3}(?:\.\d+)?)\s*,\s*(\d{1,9}(?:\.\d+)?)\s*(m|km|mi)\s*$/i;
const metresIn: Readonly<Record<string, number>> = { m: 1, km: 1000, mi: 1609.344 };

/** Reads `52.52,13.405,5km`. @returns undefined for anything else */
export function circleOf(text: string): Circle | undefined {
  const [, lat, lng, radius, unit = ''] = circle.exec(text) ?? [];
  const place = placeOf({ lat: Number(lat), lng: Number(lng) });
  const metres = Number(radius) * (metresIn[unit.toLowerCase()] ?? 0);
  return place && metres > 0 ? { ...place, metres } : undefined;
}
