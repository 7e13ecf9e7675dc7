import { expect, it } from 'vitest';
import { parseWebsite, spokenAddress } from './website';

it.each([
  ['paperlark.example', 'https://paperlark.example/'],
  ['  paperlark.example/pricing?from=ad ', 'https://paperlark.example/pricing?from=ad'],
  ['http://paperlark.example', 'http://paperlark.example/'],
  ['HTTPS://Paperlark.Example', 'https://paperlark.example/'],
  ['paperlark.example:8443', 'https://paperlark.example:8443/'],
  ['localhost:3000', 'https://localhost:3000/'],
  ['http://localhost', 'http://localhost/'],
  ['paperlark.example/?next=http://elsewhere.example', 'https://paperlark.example/?next=http://elsewhere.example'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
])('%s is the website %s', (typed, url) => {
  expect(parseWebsite(typed)).toMatchObject({ kind: 'valid', url });
});

it.each([
  'not a url',
  'paperlark',
  'ftp://paperlark.example',
  'https://',
  'nora@paperlark.example',
  'mailto:nora@paperlark.example',
  'http://a b.example',
])('%s is no website', (typed) => {
  expect(parseWebsite(typed)).toEqual({ kind: 'invalid' });
});

it.each(['', '   '])('%o is nothing yet', (typed) => {
  expect(parseWebsite(typed)).toEqual({ kind: 'empty' });
});

it('an address is said without what everybody knows', () => {
  expect(spokenAddress('https://paperlark.example/')).toBe('paperlark.example');
  expect(spokenAddress('http://paperlark.example/en')).toBe('paperlark.example/en');
});
