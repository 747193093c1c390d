/** The values of ProtoJSON. Object keys keep insertion order; objects may lack a prototype. */
export type Json = null | boolean | number | string | JsonDouble | readonly Json[] | { readonly [key: string]: Json };

/** A double: `1` prints as `1.0` towards REST clients (as protobuf-java does) and as `1` in the compact layout. */
export class JsonDouble {
  constructor(readonly value: number) {}

  /** For JSON.stringify: what JSON cannot say is a string, which every SDK turns back into the number. */
  toJSON(): number | string {
    if (!Number.isFinite(this.value)) return String(this.value);
    return Object.is(this.value, -0) ? '-0' : this.value;
  }

  /** As Java's Double.toString. */
  toJava(): string {
    const { value } = this;
    if (!Number.isFinite(value)) return `"${value}"`;
    if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
    const magnitude = Math.abs(value);
    if (magnitude >= 1e-3 && magnitude < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
    const [mantissa = '', exponent = ''] = value.toExponential().split('e');
    return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
  }
}
