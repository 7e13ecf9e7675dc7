// Prints what Earshot is made of, as a CycloneDX document: every crate of Cargo.lock and every npm
// package of the web app, with licence and fingerprint. What is not in the binary (tests, build tools,
// other platforms) has the scope "excluded".
//   node tools/sbom.mjs > earshot.cdx.json
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TARGET = 'x86_64-unknown-linux-gnu';

const cargo = (...words) => execFileSync('cargo', words, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

/** Name, version and checksum of every crate that comes from the registry. */
function lockedCrates() {
  const lock = readFileSync('Cargo.lock', 'utf8');
  return lock.split('[[package]]').slice(1).map((text) => {
    const field = (name) => text.match(new RegExp(`^${name} = "([^"]*)"`, 'm'))?.[1];
    return { name: field('name'), version: field('version'), checksum: field('checksum') };
  });
}

/** The crates in the shipped binary, as "name version". */
function linkedCrates() {
  const tree = cargo('tree', '--locked', '--package', 'earshot', '--no-default-features', '--edges', 'normal',
    '--target', TARGET, '--prefix', 'none', '--format', '{p}');
  return new Set(tree.split('\n').map((line) => line.replace(/^(\S+) v(\S+).*$/, '$1 $2')));
}

/** Licences by "name version", of the crates that this platform needs. */
function crateLicences() {
  const { packages } = JSON.parse(cargo('metadata', '--locked', '--format-version', '1', '--filter-platform', TARGET));
  return new Map(packages.map(({ name, version, license }) => [`${name} ${version}`, license]));
}

function component(purl, { name, version, licence, hash, isShipped }) {
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: isShipped ? 'required' : 'excluded',
    ...(hash && { hashes: [hash] }),
    // Old crates write MIT/Apache-2.0, which is no SPDX expression.
    ...(licence && { licenses: [{ expression: licence.replace(/\s*\/\s*/g, ' OR ') }] }),
    purl,
  };
}

function crates() {
  const [linked, licences] = [linkedCrates(), crateLicences()];
  return lockedCrates().filter(({ checksum }) => checksum).map(({ name, version, checksum }) =>
    component(`pkg:cargo/${name}@${version}`, {
      name,
      version,
      licence: licences.get(`${name} ${version}`),
      hash: { alg: 'SHA-256', content: checksum },
      isShipped: linked.has(`${name} ${version}`),
    }));
}

function npmPackages() {
  const { packages } = JSON.parse(readFileSync('web/package-lock.json', 'utf8'));
  const found = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.link) continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
    const isShipped = !(entry.dev || entry.devOptional || entry.optional) || found.get(purl)?.scope === 'required';
    const [alg, digest] = (entry.integrity ?? '').split('-');
    const hash = alg === 'sha512' && { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') };
    found.set(purl, component(purl, { name, version: entry.version, licence: entry.license, hash, isShipped }));
  }
  return [...found.values()];
}

const own = lockedCrates().find(({ name }) => name === 'earshot');
const product = `pkg:generic/earshot@${own.version}`;
const components = [...crates(), ...npmPackages()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
console.log(JSON.stringify({
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': product,
      name: 'earshot',
      version: own.version,
      licenses: [{ expression: 'Apache-2.0' }],
      purl: product,
    },
  },
  components,
  dependencies: [{ ref: product, dependsOn: components.filter(({ scope }) => scope === 'required').map(({ purl }) => purl) }],
}, null, 1));
