// The fault matrix of `make soak`: each fault hits a running server under writers, and the table says
// what users saw, how long recovery took, and what was lost or done twice.
//   node tools/faults/main.mjs ["disk full" …]      all faults, or those named
import { databaseFaults } from './database-faults.mjs';
import { processFaults } from './process-faults.mjs';
import { providerFaults } from './provider-faults.mjs';

const faults = { ...databaseFaults, ...processFaults, ...providerFaults };
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in faults));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The faults are: ${Object.keys(faults).join(', ')}.`);
  process.exit(2);
}

const rows = [];
for (const name of names.length > 0 ? names : Object.keys(faults)) {
  process.stderr.write(`${name} … `);
  try {
    rows.push({ fault: name, ...(await faults[name]()) });
    process.stderr.write('done\n');
  } catch (error) {
    rows.push({ fault: name, saw: `the run failed: ${error.message.split('\n')[0]}`, recovered: undefined, lost: '?', doubled: '?' });
    process.stderr.write(`failed\n${error.stack}\n`);
  }
}

console.log('| fault | what users saw | recovered in | lost | doubled |');
console.log('|---|---|---|---|---|');
for (const { fault, saw, recovered, lost, doubled } of rows) {
  console.log(`| ${fault} | ${saw} | ${recovered === undefined ? 'never' : `${recovered.toFixed(1)} s`} | ${lost} | ${doubled} |`);
}
const held = rows.every(({ recovered, lost, doubled }) => recovered !== undefined && lost === 0 && doubled === 0);
process.exit(held ? 0 : 1);
