import { createHmac, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { type Json, type Person, type Site, present } from './fixtures';

export type Jwk = { kid: string; x: string; y: string } & Json;

/** Access tokens made by hand: some with the server's own key, some as a forger would. */
export async function publishedKey(site: Site): Promise<Jwk> {
  const reply = await site.request('GET', '/auth/v1/.well-known/jwks.json');
  return present((reply.body['keys'] as Jwk[])[0]);
}

export function headerOf(token: string): Json {
  return part(token, 0);
}

export function claimsOf(token: string): Json {
  return part(token, 1);
}

/** A token of the server's own key, with some claims changed. */
export async function minted(site: Site, person: Person, changes: Json): Promise<string> {
  const own = createPrivateKey(await site.earshot.signingKey());
  const { access_token } = person.session;
  return es256(headerOf(access_token), { ...claimsOf(access_token), jti: randomUUID(), ...changes }, own);
}

export const forgeries: { [what: string]: (site: Site, person: Person) => Promise<string> } = {
  'alg none': async (site, { session }) =>
    unsigned({ alg: 'none', typ: 'JWT', kid: (await publishedKey(site)).kid }, claimsOf(session.access_token)),
  'the signature left out': async (_site, { session }) => session.access_token.slice(0, session.access_token.lastIndexOf('.') + 1),
  'claims of another under a real signature': async (_site, { session }) => {
    const [head, , signature] = session.access_token.split('.');
    return [head, encoded({ ...claimsOf(session.access_token), email: 'eve@example.com' }), signature].join('.');
  },
  'HS256 signed with the published key': async (site, { session }) => {
    const key = await publishedKey(site);
    return hs256({ alg: 'HS256', typ: 'JWT', kid: key.kid }, claimsOf(session.access_token), JSON.stringify(key));
  },
  'HS256 signed with the point of the published key': async (site, { session }) => {
    const key = await publishedKey(site);
    return hs256({ alg: 'HS256', typ: 'JWT', kid: key.kid }, claimsOf(session.access_token), Buffer.from(key.x, 'base64url'));
  },
  'HS256 signed with the anon key': async (site, { session }) => {
    const { kid } = await publishedKey(site);
    return hs256({ alg: 'HS256', typ: 'JWT', kid }, claimsOf(session.access_token), site.key);
  },
  'a foreign ES256 key under our kid': async (site, { session }) => {
    const { kid } = await publishedKey(site);
    return es256({ alg: 'ES256', typ: 'JWT', kid }, claimsOf(session.access_token), foreignKey().privateKey);
  },
  'a foreign key that the header brings along as jwk': async (site, { session }) => {
    const { privateKey, publicKey } = foreignKey();
    const { kid } = await publishedKey(site);
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid };
    return es256({ alg: 'ES256', typ: 'JWT', kid, jwk }, claimsOf(session.access_token), privateKey);
  },
  'a foreign key that the header points to as jku and x5u': async (site, { session }) => {
    const header = { alg: 'ES256', typ: 'JWT', kid: 'eve', jku: `${site.url}/eve.json`, x5u: `${site.url}/eve.pem` };
    return es256(header, claimsOf(session.access_token), foreignKey().privateKey);
  },
  'our key without a kid': async (site, { session }) => {
    const own = createPrivateKey(await site.earshot.signingKey());
    return es256({ alg: 'ES256', typ: 'JWT' }, claimsOf(session.access_token), own);
  },
  'a wrong aud': (site, person) => minted(site, person, { aud: 'anon' }),
  'a wrong role': (site, person) => minted(site, person, { role: 'service_role' }),
  'no exp': (site, person) => minted(site, person, { exp: undefined }),
};

function es256(header: Json, claims: Json, key: KeyObject): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function hs256(header: Json, claims: Json, secret: string | Buffer): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function unsigned(header: Json, claims: Json): string {
  return `${encoded(header)}.${encoded(claims)}.`;
}

function foreignKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function part(token: string, index: number): Json {
  return JSON.parse(Buffer.from(present(token.split('.')[index]), 'base64url').toString()) as Json;
}

function encoded(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
