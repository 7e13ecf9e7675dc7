// `make dev`: Vite serves the web app with hot reload and passes the rest on to the server, which
// is rebuilt and started again whenever its sources change.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

const run = (command, args, options = {}) => spawn(command, args, { stdio: 'inherit', ...options });
const ended = (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));

let server = null;
let building = false;
let again = false;

async function rebuild() {
  if (building) {
    again = true;
    return;
  }
  building = true;
  do {
    again = false;
    // The old server goes on until the new one compiles.
    const isBuilt = (await ended(run('cargo', ['build', '--package', 'earshot', '--bin', 'earshot']))) === 0;
    if (isBuilt && !again) await restart();
  } while (again);
  building = false;
}

async function restart() {
  if (server && server.exitCode === null) {
    const gone = ended(server);
    server.kill('SIGTERM');
    await gone;
  }
  server = run('target/debug/earshot', ['serve']);
}

const vite = run('npm', ['run', 'dev'], { cwd: 'web' });
let pause;
watch('crates', { recursive: true }, (_event, name) => {
  if (!/\.(rs|sql|html|toml|js)$/.test(name ?? '')) return;
  clearTimeout(pause);
  pause = setTimeout(rebuild, 200);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server?.kill('SIGTERM');
    vite.kill('SIGTERM');
    process.exit(0);
  });
}
await rebuild();
