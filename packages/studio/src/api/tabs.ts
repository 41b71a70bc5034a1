/** The channel between tabs that show the same review. */
export interface Tabs<Message> {
  post(message: Message): void;
  leave(): void;
}

/**
 * Over HTTP/1.1, a browser opens six connections to a service. If each tab had an event stream, the seventh tab would not
 * load. So one tab leads: it receives the events and sends them to the others.
 */
export function joinTabs<Message>(
  name: string,
  member: {
    /** Runs in one tab at a time until the signal aborts. When that tab closes, it runs in another tab. */
    lead(signal: AbortSignal): Promise<void>;
    receive(message: Message): void;
  },
): Tabs<Message> {
  const departure = new AbortController();
  const { signal } = departure;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Message>) => member.receive(data);
  const lead = async () => {
    if (!signal.aborted) await member.lead(signal);
  };
  // Locks require a secure context. Without it, every tab leads.
  const turn = 'locks' in navigator ? navigator.locks.request(name, { signal }, lead) : lead();
  turn.catch(() => undefined);
  return {
    post: (message) => {
      // After leaving, the channel is closed.
      if (!signal.aborted) channel.postMessage(message);
    },
    leave: () => {
      departure.abort();
      channel.close();
    },
  };
}
