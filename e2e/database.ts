import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';

/** What one server keeps its data in, on the engine of EARSHOT_TEST_ENGINE. */
export type Database = {
  /** What the server is told about it. */
  environment: Record<string, string>;
  signingKey: () => Promise<string>;
  drop: () => Promise<void>;
};

/** A database that nobody has used before: SQLite in the folder, or one of a PostgreSQL cluster. */
export async function freshDatabase(folder: string): Promise<Database> {
  const engine = env['EARSHOT_TEST_ENGINE'] ?? 'sqlite';
  if (engine === 'sqlite') return sqliteIn(folder);
  if (engine === 'postgres') return freshPostgres();
  throw new Error(`EARSHOT_TEST_ENGINE is sqlite or postgres, not ${engine}`);
}

function sqliteIn(folder: string): Database {
  return { environment: {}, signingKey: () => pemIn(folder), drop: async () => {} };
}

/** Text stands in SQLite's files as it is, so nothing but the files is needed to find it. */
async function pemIn(folder: string): Promise<string> {
  for (const name of await readdir(folder)) {
    const content = await readFile(join(folder, name), 'latin1').catch(() => '');
    const pem = /-----BEGIN PRIVATE KEY-----[\w+/=\s]+-----END PRIVATE KEY-----/.exec(content)?.[0];
    if (pem !== undefined) return pem;
  }
  throw new Error(`no signing key in ${folder}`);
}

async function freshPostgres(): Promise<Database> {
  const cluster = env['EARSHOT_TEST_POSTGRES_URL'];
  if (cluster === undefined) throw new Error('EARSHOT_TEST_POSTGRES_URL is missing: run this under tools/with-postgres');
  const name = `earshot_e2e_${randomBytes(6).toString('hex')}`;
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  await psql(cluster, `create database ${name}`);
  return {
    environment: { DATABASE_URL: address.href },
    signingKey: () => psql(address.href, "select value from server_keys where name = 'access_tokens'"),
    drop: async () => {
      await psql(cluster, `drop database ${name} with (force)`);
    },
  };
}

async function psql(address: string, statement: string): Promise<string> {
  const words = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1', '--command', statement, address];
  return (await promisify(execFile)('psql', words)).stdout;
}
