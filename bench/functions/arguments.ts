/** @returns what follows `--name=` on the command line */
export function textArgument(name: string): string | undefined {
  return process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
}

export function numberArgument(name: string, otherwise: number): number {
  const value = Number(textArgument(name) ?? otherwise);
  if (!Number.isFinite(value)) throw new Error(`--${name} must be a number.`);
  return value;
}
