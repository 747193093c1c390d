/**
 * A sentence with a name in it that has a direction of its own: without a wall around it, its last bracket or full stop would go
 * to the wrong end.
 */
export function WithName({ text, name }: { text: (name: string) => string; name: string }) {
  const [before, after] = text('\n').split('\n');
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}
