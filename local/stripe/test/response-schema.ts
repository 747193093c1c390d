import { fileURLToPath } from 'node:url';
import { createProgram, DEFAULT_CONFIG } from 'ts-json-schema-generator';

/** TypeScript's own, in the version that the generator brings: the project's has no programming interface. */
type Program = ReturnType<typeof createProgram>;
type Checker = ReturnType<Program['getTypeChecker']>;
type Type = ReturnType<Checker['getTypeAtLocation']>;
type Schema = Record<string, unknown>;

/**
 * JSON Schema of what the payment provider answers, read from the types of the installed SDK, which its vendor generates from the
 * API's description. Objects are closed, and what is not optional is required.
 * @returns definitions, among them one for each of `kinds`, the names in `ResponseTypes`
 */
export function responseSchema(): { definitions: Record<string, Schema>; kinds: string[] } {
  const path = fileURLToPath(new URL('./response-types.ts', import.meta.url));
  const tsconfig = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
  const program = createProgram({ ...DEFAULT_CONFIG, path, tsconfig, skipTypeCheck: true });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const symbol = file && checker.getSymbolAtLocation(file);
  const [roots] = symbol ? checker.getExportsOfModule(symbol) : [];
  if (!roots) throw new Error('The types of the responses are not exported.');
  const walk = walker(checker);
  const members = checker.getDeclaredTypeOfSymbol(roots).getProperties();
  for (const member of members) walk.definitions[member.name] = walk.schemaOf(checker.getTypeOfSymbol(member));
  return { definitions: walk.definitions, kinds: members.map(({ name }) => name) };
}

function walker(checker: Checker) {
  const definitions: Record<string, Schema> = {};
  const names = new Map<Type, string>();
  return { definitions, schemaOf };

  function schemaOf(type: Type): Schema {
    const text = checker.typeToString(type);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (text === 'true' || text === 'false') return { const: text === 'true' };
    if (['string', 'number', 'boolean', 'null'].includes(text)) return { type: text };
    if (text === 'any' || text === 'unknown') return {};
    // The SDK parses such texts into decimals.
    if (text === 'Decimal' || text === 'Stripe.Decimal') return { type: 'string' };
    if (type.isUnion()) return unionOf(type.types);
    // `string & {}` stands for values that a later version of the API adds.
    if (type.isIntersection() && type.types.some((part) => checker.typeToString(part) === 'string')) return { type: 'string' };
    return objectOf(type);
  }

  function unionOf(types: readonly Type[]): Schema {
    const schemas = types.filter((type) => checker.typeToString(type) !== 'undefined').map(schemaOf);
    const isText = schemas.some(({ type }) => type === 'string');
    const rest = schemas.filter((schema) => !isText || typeof schema.const !== 'string');
    return rest.length === 1 && rest[0] ? rest[0] : { anyOf: rest };
  }

  function objectOf(type: Type): Schema {
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as Parameters<Checker['getTypeArguments']>[0]) : [];
    if (element) return { type: 'array', items: schemaOf(element) };
    const known = names.get(type);
    if (known) return { $ref: `#/definitions/${known}` };
    const name = `t${names.size}`;
    names.set(type, name);
    definitions[name] = closedObject(type);
    return { $ref: `#/definitions/${name}` };
  }

  function closedObject(type: Type): Schema {
    const others = type.getStringIndexType();
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const member of type.getProperties()) {
      const memberType = checker.getTypeOfSymbol(member);
      properties[member.name] = schemaOf(memberType);
      if (!isOptional(memberType)) required.push(member.name);
    }
    return {
      title: checker.typeToString(type),
      type: 'object',
      properties,
      required,
      additionalProperties: others ? schemaOf(others) : false,
    };
  }

  function isOptional(type: Type): boolean {
    return type.isUnion() && type.types.some((part) => checker.typeToString(part) === 'undefined');
  }
}
