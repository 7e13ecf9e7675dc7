// Checks every package of the given folders' lock files: a licence that we may ship beside, a
// fingerprint, and no address of its own. Prints what each licence is used by how many packages.
import { readFileSync } from 'node:fs';

const ALLOWED = new Set([
  '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0',
  'ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib',
]);

/** Whether an SPDX expression can be met by allowed licences alone. */
function isAllowed(expression) {
  const words = expression.replace(/[()]/g, '');
  if (words.includes(' OR ')) return words.split(' OR ').some(isAllowed);
  return words.split(' AND ').every((licence) => ALLOWED.has(licence.trim()));
}

const problems = [];
for (const folder of process.argv.slice(2)) {
  const lock = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'));
  const counts = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue;
    const licence = entry.license ?? 'none';
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
    if (!isAllowed(licence)) problems.push(`${folder}: ${path} has the licence ${licence}`);
    if (!entry.integrity) problems.push(`${folder}: ${path} has no fingerprint`);
    if (entry.resolved) problems.push(`${folder}: ${path} names a download address`);
  }
  const summary = [...counts].sort((a, b) => b[1] - a[1]).map(([licence, count]) => `${count} ${licence}`);
  console.log(`${folder}: ${summary.join(', ')}`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length ? 1 : 0);
