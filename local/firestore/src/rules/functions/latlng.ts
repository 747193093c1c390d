import { GeoPoint } from '../../model/value.ts';
import { RuleError } from '../values/value.ts';
import { type Overload, overload } from './overload.ts';

export const latlngFunctions: Readonly<Record<string, readonly Overload[]>> = {
  value: [overload(['number', 'number'], (latitude, longitude) => latlngOf(Number(latitude), Number(longitude)))],
};

export const latlngMethods: Readonly<Record<string, readonly Overload[]>> = {
  latitude: [overload(['latlng'], (self) => self.latitude)],
  longitude: [overload(['latlng'], (self) => self.longitude)],
  distance: [overload(['latlng', 'latlng'], distance)],
};

function latlngOf(latitude: number, longitude: number): GeoPoint | RuleError {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return new GeoPoint(latitude, longitude);
  return new RuleError(
    `Latitude should be in [-90,90] range and longitude should be in [-180,180] range. latitude: ${latitude}, longitude: ${longitude}.`,
  );
}

const earthRadiusMetres = 6_371_010;

/** Metres along the great circle, by the haversine formula. */
function distance(a: GeoPoint, b: GeoPoint): number {
  const latitude = radians(b.latitude - a.latitude);
  const longitude = radians(b.longitude - a.longitude);
  const h = Math.sin(latitude / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
