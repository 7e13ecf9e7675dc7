// A TCP switch in front of a server: on it passes bytes through, off it refuses and cuts what is open.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class Switch {
  #isOn = true;
  #open = new Set();

  static async open(target) {
    const self = new Switch();
    self.server = createServer((client) => self.#pass(client, target)).listen(0, '127.0.0.1');
    await once(self.server, 'listening');
    self.port = self.server.address().port;
    return self;
  }

  #pass(client, target) {
    client.on('error', () => {});
    if (!this.#isOn) return client.resetAndDestroy();
    const server = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      this.#open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => this.#open.delete(from));
      from.pipe(to);
    }
  }

  turnOff() {
    this.#isOn = false;
    for (const socket of this.#open) socket.destroy();
  }

  turnOn() {
    this.#isOn = true;
  }

  close() {
    this.turnOff();
    this.server.close();
  }
}
