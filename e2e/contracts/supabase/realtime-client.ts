import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { EventQueue } from './event-queue';
import { type Browser, type Json, type Person, type Site, expect } from './fixtures';
import { Socket } from './websocket-transport';

export type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: Json];
export type Binding = { event: string; schema: string; table?: string; filter?: string };
export type Change = RealtimePostgresChangesPayload<Json>;

/** A socket of the stock client that shows what goes over it, and loses the frames of the server that it is told to. */
export function watchedSocket(loses: (frame: Frame) => boolean = () => false) {
  const watched = { sent: new EventQueue<Frame>(), received: new EventQueue<Frame>(), opened: [] as WebSocket[], socket: Socket };
  watched.socket = class extends Socket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      watched.opened.push(this);
    }

    override send(data: string, ...rest: never[]): void {
      watched.sent.push(JSON.parse(data) as Frame);
      super.send(data, ...rest);
    }

    override emit(event: string, ...words: unknown[]): boolean {
      if (event === 'message') {
        const frame = JSON.parse(String(words[0])) as Frame;
        watched.received.push(frame);
        if (loses(frame)) return false;
      }
      return super.emit(event, ...words);
    }
  };
  return watched;
}

/** One page's end of the socket, in plain frames. */
export class Wire {
  readonly frames = new EventQueue<Frame>();
  readonly closed: Promise<number>;
  private lastRef = 5;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as Frame));
    this.closed = new Promise((closed) => socket.once('close', closed));
  }

  static open(site: Site, query = `apikey=${site.key}&vsn=2.0.0`): Promise<Wire> {
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
    const wire = new Wire(socket);
    return new Promise((opened, failed) => {
      socket.once('open', () => opened(wire));
      socket.once('error', failed);
    });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  ref(): string {
    this.lastRef += 1;
    return String(this.lastRef);
  }

  /** Joins; the payload of the reply, and the number of the join. */
  async join(topic: string, bindings: unknown, token?: string | null): Promise<{ ref: string; reply: Json }> {
    const ref = this.ref();
    const config = {
      broadcast: { ack: false, self: false },
      presence: { key: '', enabled: false },
      postgres_changes: bindings,
      private: false,
    };
    this.send([ref, ref, topic, 'phx_join', { config, ...(token !== undefined && { access_token: token }) }]);
    const [joinRef, , , , reply] = await this.frames.next('a reply', (frame) => frame[1] === ref && frame[3] === 'phx_reply');
    expect(joinRef).toBe(ref);
    return { ref, reply };
  }

  async joined(topic: string, bindings: unknown, token: string): Promise<{ ref: string; ids: number[] }> {
    const { ref, reply } = await this.join(topic, bindings, token);
    expect(reply).toMatchObject({ status: 'ok' });
    const echoed = (reply['response'] as { postgres_changes: { id: number }[] }).postgres_changes;
    return { ref, ids: echoed.map((binding) => binding.id) };
  }

  async refused(topic: string, bindings: unknown, token?: string | null): Promise<string> {
    const { reply } = await this.join(topic, bindings, token);
    expect(reply).toMatchObject({ status: 'error', response: { reason: expect.any(String) } });
    return (reply['response'] as { reason: string }).reason;
  }

  renew(ref: string, topic: string, token: unknown): void {
    this.send([ref, this.ref(), topic, 'access_token', { access_token: token }]);
  }

  /** A heartbeat and its answer: everything that was to come before it has come. */
  async beats(): Promise<void> {
    const ref = this.ref();
    this.send([null, ref, 'phoenix', 'heartbeat', {}]);
    const answer = await this.frames.next('the answer to a heartbeat', (frame) => frame[1] === ref);
    expect(answer).toEqual([null, ref, 'phoenix', 'phx_reply', { status: 'ok', response: {} }]);
  }

  /** The next change on a topic. One that another process made just before the join may come after it. */
  event(topic: string, type = ''): Promise<Frame> {
    const isIt = (frame: Frame) => frame[2] === topic && frame[3] === 'postgres_changes' && (type === '' || change(frame)['type'] === type);
    return this.frames.next(`${type || 'a change'} on ${topic}`, isIt);
  }

  /** What has been told on a topic so far. */
  changes(topic: string): Frame[] {
    return this.frames.all.filter((frame) => frame[2] === topic && frame[3] === 'postgres_changes');
  }

  close(): void {
    this.socket.close();
  }
}

export type Status = { status: string; message: string | undefined };
export type Subscription = { channel: RealtimeChannel; statuses: EventQueue<Status>; changes: EventQueue<Change> };

/** Subscribes with the stock client. */
export function subscribe({ client }: Browser, topic: string, bindings: Binding[]): Subscription {
  const [statuses, changes] = [new EventQueue<Status>(), new EventQueue<Change>()];
  const channel = client.channel(topic);
  for (const binding of bindings) {
    // The types of the client want each event by its name, which a list of bindings does not have.
    channel.on<Json>('postgres_changes', binding as { event: '*'; schema: string }, (told) => changes.push(told));
  }
  channel.subscribe((status, error) => statuses.push({ status, message: error?.message }));
  return { channel, statuses, changes };
}

export async function subscribed(browser: Browser, topic: string, bindings: Binding[]): Promise<Subscription> {
  const subscription = subscribe(browser, topic, bindings);
  await reaches(subscription, 'SUBSCRIBED');
  return subscription;
}

export function reaches({ statuses }: Subscription, status: string): Promise<Status> {
  return statuses.next(status, (heard) => heard.status === status);
}

export function ownProfile(person: Person): Binding[] {
  return [{ event: '*', schema: 'public', table: 'profiles', filter: `id=eq.${person.id}` }];
}

export function ownSubscription(person: Person): Binding[] {
  return [{ event: '*', schema: 'public', table: 'subscriptions', filter: `user_id=eq.${person.id}` }];
}

export const everything: Binding[] = [{ event: '*', schema: 'public', table: '*' }];

/** A change of one's own row, to see whether it is told. */
export async function rename(person: Person, name: string): Promise<void> {
  const { error } = await person.client.from('profiles').update({ full_name: name }).eq('id', person.id);
  expect(error).toBeNull();
}

/** What a frame tells about a row. */
export function change(frame: Frame): Json & { record?: Json; old_record?: Json } {
  return frame[4]['data'] as Json;
}

export function nameIn(frame: Frame): unknown {
  return change(frame).record?.['full_name'];
}
