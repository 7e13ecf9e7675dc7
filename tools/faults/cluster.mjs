// A PostgreSQL cluster that can be stopped hard. It keeps its promises (fsync, synchronous commits),
// unlike that of the tests, because here the loss of a commit would count.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './server.mjs';

const root = '/usr/lib/postgresql';

export class Cluster {
  static async start() {
    const cluster = new Cluster();
    const version = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0];
    cluster.bin = join(root, version, 'bin');
    cluster.port = await freePort();
    // A short path: the name of the socket must fit into 107 characters.
    cluster.home = mkdtempSync('/tmp/earshot-pg.');
    chmodSync(cluster.home, 0o700);
    if (userInfo().uid === 0) {
      const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
      chownSync(cluster.home, uid, gid);
    }
    cluster.#run('initdb', '-D', join(cluster.home, 'data'), '-U', 'earshot', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
    cluster.startAgain();
    return cluster;
  }

  get url() {
    return `postgres://earshot@127.0.0.1:${this.port}/postgres`;
  }

  startAgain() {
    const options = `-p ${this.port} -k ${this.home} -c listen_addresses=127.0.0.1`;
    this.#run('pg_ctl', '-D', join(this.home, 'data'), '-l', join(this.home, 'log'), '-w', '-o', options, 'start');
  }

  /** As a crash of the database: nothing is finished. */
  stop() {
    this.#run('pg_ctl', '-D', join(this.home, 'data'), '-m', 'immediate', '-w', 'stop');
  }

  async end() {
    try {
      this.stop();
    } finally {
      rmSync(this.home, { recursive: true, force: true });
    }
  }

  /** PostgreSQL refuses root. */
  #run(name, ...words) {
    const command = [join(this.bin, name), ...words];
    const asOwner = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(asOwner[0], asOwner.slice(1), { cwd: '/', stdio: 'ignore' });
  }
}
