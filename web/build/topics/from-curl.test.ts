import { expect, test } from 'vitest';
import { fromCurl } from './from-curl.ts';

const sample = (code: string) => ({ tab: 'curl' as const, language: 'bash', expect: 'ok', code });

test('a call with a body keeps its method, headers and values in Python and PHP, and what the tests expect of it', () => {
  const [python, php] = fromCurl(
    sample(
      `curl -X PUT {{endpoint}}/api/x \\\n  -H "X-API-Key: {{apiKey}}" \\\n  -H "Content-Type: application/json" \\\n  -d '{"a":true,"b":null,"c":[1,"it"]}'`,
    ),
  );
  expect(python).toMatchObject({ tab: 'python', expect: 'ok' });
  expect(python?.code).toContain('requests.put(\n    "{{endpoint}}/api/x",');
  expect(python?.code).toContain('        "X-API-Key": "{{apiKey}}",\n    },\n    json={"a": True, "b": None, "c": [1, "it"]},');
  expect(php?.code).toContain("CURLOPT_CUSTOMREQUEST => 'PUT'");
  expect(php?.code).toContain("json_encode(['a' => true, 'b' => null, 'c' => [1, 'it']])");
});

test('an option that is not known stops the build', () => {
  expect(() => fromCurl(sample('curl {{endpoint}} --compressed x'))).toThrow('--compressed');
});
