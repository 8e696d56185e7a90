import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A local SMTP server that stores what it receives. */
export interface SmtpReceiver {
  readonly port: number;
  /** The messages as received, oldest first. */
  readonly messages: readonly string[];
  /** The envelope recipients of each message. */
  readonly recipients: readonly (readonly string[])[];
  /** The attempted logins. */
  readonly logins: readonly { readonly user: string; readonly password: string }[];
  /** Rejects the next recipient with this status. */
  refuseNext(status: number): void;
  close(): Promise<void>;
}

/** Starts an SMTP server that accepts any login and any message. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const messages: string[] = [];
  const recipients: string[][] = [];
  const logins: { user: string; password: string }[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const user = username ?? '';
      logins.push({ user, password: password ?? '' });
      done(null, { user });
    },
    onRcptTo({ address }, _session, done) {
      if (refusal === null) return done();
      const error = Object.assign(new Error(`no mailbox ${address}`), { responseCode: refusal });
      refusal = null;
      done(error);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        messages.push(Buffer.concat(chunks).toString('utf8'));
        recipients.push(envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    // A listening TCP server always has an address with a port.
    port: (server.server.address() as AddressInfo).port,
    messages,
    recipients,
    logins,
    refuseNext(status) {
      refusal = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
