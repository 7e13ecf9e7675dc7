// Writes a .br and a .gz file beside every text file of a built folder, so that the server
// sends compressed bytes without compressing anything itself.
//
//   node tools/compress.mjs dist

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { argv } from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const textFiles = new Set(['.html', '.css', '.js', '.mjs', '.json', '.map', '.svg', '.txt', '.webmanifest', '.xml']);
// Below this size the answer fits into one packet either way.
const smallestWorthwhile = 1024;

const folder = argv[2];
if (folder === undefined) throw new Error('Name the folder to compress: node tools/compress.mjs dist');

for (const path of filesIn(folder)) {
  const bytes = readFileSync(path);
  if (!textFiles.has(extname(path)) || bytes.length <= smallestWorthwhile) continue;

  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzip = gzipSync(bytes, { level: 9 });
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzip);
  console.log(`${path}: ${bytes.length} bytes, gzip ${gzip.length}, brotli ${brotli.length}`);
}

function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
