// Turns the web SDK's Terraform index lists into the content of a firestore.indexes.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const collectionGroup = 'composite-index-test-collection';

/** @param directory packages/firestore of a checkout */
export function terraformIndexes(directory) {
  return {
    indexes: [
      ...lists(join(directory, 'firestore_composite_index_config.tf')).map((fields) => ({
        collectionGroup,
        queryScope: 'COLLECTION',
        fields,
      })),
      ...lists(join(directory, 'firestore_collection_group_index_config.tf')).map((fields) => ({
        collectionGroup,
        queryScope: 'COLLECTION_GROUP',
        fields,
      })),
    ],
    fieldOverrides: [],
  };
}

function lists(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/index\d+\s*=\s*\[([^\]]*)\]/g)].map(([, body]) =>
    [...body.matchAll(/\{([^}]*)\}/g)].map(([, field]) => ({
      fieldPath: value(field, 'field_path'),
      ...(value(field, 'order') && { order: value(field, 'order') }),
      ...(value(field, 'array_config') && { arrayConfig: value(field, 'array_config') }),
    })),
  );
}

function value(field, name) {
  const match = new RegExp(`${name}\\s*=\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(field);
  return match && JSON.parse(match[1]);
}
