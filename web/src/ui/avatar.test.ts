import { expect, it } from 'vitest';
import { initialsOf } from './avatar';

it.each([
  ['Nora Feld', 'NF'],
  ['nora', 'N'],
  ['Ana María de la Cruz', 'AC'],
  ['nora.feld@paperlark.example', 'NF'],
  ['  Ørjan   Åse ', 'ØÅ'],
  ['李 小龙', '李小'],
  ['3M', '3'],
  ['🎉 Party', 'P'],
  ['', '?'],
])('%s is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
