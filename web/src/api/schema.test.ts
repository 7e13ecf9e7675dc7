// @vitest-environment node
import { readFileSync } from 'node:fs';
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, it } from 'vitest';

const contract = new URL('../../../openapi.json', import.meta.url);

it.each([
  [
    'CheckoutMetadata',
    ['app_name', 'plan_id', 'plan_name', 'previous_cancellation', 'price', 'reactivation', 'stripe_product_id', 'user_id'],
  ],
  ['ChangePlanMetadata', ['current_plan', 'user_id']],
])('the contract names all that a client sends in %s (spec §7)', (name, expected) => {
  const { components } = JSON.parse(readFileSync(contract, 'utf8')) as {
    components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  };

  expect(Object.keys(components.schemas[name]?.properties ?? {}).toSorted()).toEqual(expected);
});

it('the types of the API are those of openapi.json (else run `npm run gen`)', async () => {
  const committed = readFileSync(new URL('./schema.ts', import.meta.url), 'utf8');

  const generated = COMMENT_HEADER + astToString(await openapiTypescript(contract));

  expect(committed).toBe(generated);
});
