/** The channel between tabs that show the same review. */
export interface Tabs<Message> {
  say(message: Message): void;
  leave(): void;
}

interface Member<Message> {
  /** Runs in one tab at a time until the signal aborts. When that tab closes, it runs in another tab. */
  lead(signal: AbortSignal): Promise<void>;
  hear(message: Message): void;
}

/**
 * Over HTTP/1.1, a browser opens six connections to a service. If each tab had an event stream, the seventh tab would not
 * load. So one tab leads: it receives the events and sends them to the others.
 */
export function joinTabs<Message>(name: string, { lead, hear }: Member<Message>): Tabs<Message> {
  const left = new AbortController();
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  const leading = () => (left.signal.aborted ? Promise.resolve() : lead(left.signal));
  // Locks require a secure context. Without it, every tab leads.
  const turn =
    'locks' in navigator ? navigator.locks.request(name, { signal: left.signal }, leading) : leading();
  turn.catch(() => undefined);
  return {
    say: (message) => left.signal.aborted || channel.postMessage(message),
    leave: () => {
      left.abort();
      channel.close();
    },
  };
}
