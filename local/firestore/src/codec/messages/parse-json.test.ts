import { expect, test } from 'vitest';
import { document } from './document.ts';
import { parseJson } from '../proto/parse-json.ts';

/** The document of a text, or `refused`: broken JSON and other values than documents get the same answer. */
function read(text: string, parse: (text: string) => unknown): unknown {
  try {
    return document.fromJson(parse(text));
  } catch {
    return 'refused';
  }
}

const name = '"name":"projects/p/databases/(default)/documents/a/b"';

test.each([
  '{}',
  '{"fields":{}}',
  `{${name},"fields":{"a":{"stringValue":"x"},"b":{"nullValue":null},"c":{"booleanValue":true},"d":{"booleanValue":false}}}`,
  `{${name},"fields":{"a":{"integerValue":"12"},"b":{"integerValue":12},"c":{"doubleValue":-1.5e-3},"d":{"doubleValue":-0},"e":{"doubleValue":"NaN"}}}`,
  `{${name},"fields":{"m":{"mapValue":{"fields":{"n":{"mapValue":{"fields":{"o":{"stringValue":"deep"}}}}}}},"e":{"mapValue":{}}}}`,
  `{${name},"fields":{"l":{"arrayValue":{"values":[{"stringValue":"x"},{"integerValue":"1"},{"mapValue":{"fields":{"k":{"nullValue":null}}}}]}},"e":{"arrayValue":{}},"f":{"arrayValue":{"values":[]}}}}`,
  `{${name},"fields":{"t":{"timestampValue":"2026-01-02T03:04:05.678901Z"},"y":{"bytesValue":"AAEC"},"g":{"geoPointValue":{"latitude":1,"longitude":-2.5}}}}`,
  `{${name},"fields":{"a":{"stringValue":"a text that is longer than twelve"},"b":{"stringValue":"quoted \\" and \\\\ and \\u00e9 and \\ud800"}}}`,
  `{${name},"fields":{"quoted \\" name":{"stringValue":"ends with a backslash \\\\"},"größe":{"stringValue":"😀"}}}`,
  `{${name},"fields":{"fields":{"mapValue":{"fields":{"fields":{"stringValue":"x"}}}}}}`,
  `{${name},"fields":{"__proto__":{"stringValue":"x"},"constructor":{"booleanValue":true}}}`,
  `{${name},"fields":{"a":{"booleanValue":true},"a":{"booleanValue":false}}}`,
  `{ ${name}, "fields": {"a": {"stringValue": "spaced"}} }`,
  `{${name},"fields":{"a":{"stringValue":"x"}},"createTime":"2026-01-01T00:00:00Z"}`,
  `{${name},"fields":null}`,
  `{${name},"fields":[]}`,
  `{${name},"fields":{"a":{"stringValue":"x","nullValue":null}}}`,
  `{${name},"fields":{"a":{"stringValue":7}}}`,
  `{${name},"fields":{"a":{"unknownValue":7}}}`,
  `{${name},"fields":{"a":{}}}`,
  `{${name},"fields":{"a":"x"}}`,
  `{${name},"fields":{"a":{"stringValue":"x"}},"other":1}`,
  `{"__proto__":{"a":1},"fields":{}}`,
  '{"fields":{"a":{"stringValue":"x"}}',
  '{"fields":{"a":{"stringValue":"x"}}}}',
  '{"fields":{"a":{"stringValue":"x"},}}',
  '{"fields":{"a":{"stringValue":"x}}}',
  '{"fields":{"a":{"stringValue":"x\\"}}}',
  '{"fields":{"a":{"stringValue":"\\q"}}}',
  '{"fields":{"a":{"integerValue":01}}}',
  '{"fields":{"a":{"doubleValue":+1}}}',
  '{"fields":{"a":{"doubleValue":.5}}}',
  '{"fields":{"a":{"booleanValue":truely}}}',
  '{"fields":{"a" {"nullValue":null}}}',
  '{"fields":{a:{"nullValue":null}}}',
  '{"fields":{"a":{"stringValue":"line\nbreak"}}}',
  '{"fields":{"a":{"arrayValue":{"values":[{"nullValue":null},]}}}}',
  `{"fields":{"a":${'{"mapValue":{"fields":{"a":'.repeat(60)}{"nullValue":null}${'}}}'.repeat(60)}}}`,
  `{"fields":{"a":${'{"mapValue":{"fields":{"a":'.repeat(200)}{"nullValue":null}${'}}}'.repeat(200)}}}`,
  '"fields"',
  'null',
  '',
])('reads and refuses what JSON.parse does, %#', (text) => {
  expect(read(text, parseJson)).toEqual(read(text, JSON.parse));
});

test('every text that one changed character makes of a document is the same to both', () => {
  const text = `{${name},"fields":{"a":{"stringValue":"x\\ny"},"b":{"arrayValue":{"values":[{"doubleValue":-1.5e3},{"booleanValue":true}]}},"c":{"mapValue":{"fields":{"d":{"nullValue":null}}}}}}`;
  for (let i = 0; i < text.length; i += 1) {
    for (const other of ['', '"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', 'e', ' ', '\t', 'é']) {
      const changed = text.slice(0, i) + other + text.slice(i + 1);
      expect({ changed, read: read(changed, parseJson) }).toEqual({ changed, read: read(changed, JSON.parse) });
    }
  }
});
