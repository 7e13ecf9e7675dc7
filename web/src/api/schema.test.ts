// @vitest-environment node
import { readFileSync } from 'node:fs';
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, it } from 'vitest';

it('the types of the API are those of openapi.json (else run `npm run gen`)', async () => {
  const contract = new URL('../../../openapi.json', import.meta.url);
  const committed = readFileSync(new URL('./schema.ts', import.meta.url), 'utf8');

  const generated = COMMENT_HEADER + astToString(await openapiTypescript(contract));

  expect(committed).toBe(generated);
});
