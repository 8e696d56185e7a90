import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tcp-gate.js';

/** The clamd program, if one is configured; tests start their own with their own signatures. */
export const CLAMD_PATH = process.env['CLAMD_PATH'] || undefined;

/** Added to the names of tests that need clamd. */
export const NEEDS_CLAMD = CLAMD_PATH === undefined ? ' (left out: CLAMD_PATH is not set)' : '';

/** The literal that the test signatures detect. */
export const LITERAL = Buffer.from('modport-literal-for-the-tests-of-antiviruses');

/** The name of the literal in clamd. */
export const LITERAL_NAME = 'Modport.Test.Literal.UNOFFICIAL';

/** A clamd that runs for a test. */
export interface Clamd {
  /** The path of the socket. */
  readonly path: string;
  /** The local TCP port; 0 without TCP. */
  readonly port: number;
  /** Kills the process like a crash. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a clamd. */
export interface ClamdOptions {
  /** The time of the signatures; null for signatures without a time. */
  readonly madeAt?: Date | null;
  /** Bytes that clamd detects by their hash. */
  readonly known?: Uint8Array;
  /** Additional lines of the configuration. */
  readonly settings?: readonly string[];
  /** Whether clamd also listens on TCP. */
  readonly overTcp?: boolean;
}

/** Starts a clamd in its own folder and waits until it responds on all its addresses. */
export async function startClamd(options: ClamdOptions = {}): Promise<Clamd> {
  if (!options.overTcp) return startOn(0, options);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(await freePort(), options);
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (attempt === 5) throw error;
    }
  }
}

async function startOn(port: number, options: ClamdOptions): Promise<Clamd> {
  const { madeAt = new Date(), known, settings = ['AlertExceedsMax yes'] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'modport-clamd-'));
  await chmod(folder, 0o755);
  const path = join(folder, 'clamd.sock');
  const literal = `Modport.Test.Literal:0:*:${LITERAL.toString('hex')}\n`;
  await writeFile(join(folder, 'local.ndb'), literal);
  if (known) await writeFile(join(folder, 'local.hdb'), hashSignature(known));
  if (madeAt) await writeFile(join(folder, 'daily.cud'), signatureArchive(madeAt));
  const lines = [
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    `LocalSocket ${path}`,
    ...(port === 0 ? [] : ['TCPAddr 127.0.0.1', `TCPSocket ${port}`]),
    'Foreground yes',
    ...settings,
  ];
  const config = join(folder, 'clamd.conf');
  await writeFile(config, `${lines.join('\n')}\n`);
  const child = spawn(CLAMD_PATH ?? 'clamd', ['--config-file', config], {
    env: { ...process.env, TZ: 'UTC' },
    stdio: 'ignore',
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await answering(child, { path });
    if (port > 0) await answering(child, { host: '127.0.0.1', port }, 3_000);
  } catch (error) {
    await end('SIGKILL');
    await remove();
    throw error;
  }
  return {
    path,
    port,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM').then(remove),
  };
}

/**
 * Polls until clamd responds: it listens before it has read its signatures. Without its port it
 * continues and would never respond there.
 */
async function answering(
  child: ChildProcess,
  address: NetConnectOpts,
  patienceMs = 30_000,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`);
    if (await answers(address)) return;
    await delay(100);
  }
  throw new Error('clamd does not answer');
}

function answers(address: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write('zPING\0'));
    socket.on('data', () => socket.destroy());
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(socket.bytesRead > 0));
  });
}

function hashSignature(bytes: Uint8Array): string {
  const md5 = createHash('md5').update(bytes).digest('hex');
  return `${md5}:${bytes.length}:Modport.Test.Hash\n`;
}

/**
 * Daily signatures in the packed format, but unsigned: a header of 512 bytes with the time that
 * clamd reports, and a tar with a table of contents.
 */
export function signatureArchive(madeAt: Date): Buffer {
  const stamp = Math.floor(madeAt.getTime() / 1000);
  const signatures = Buffer.from(
    `Modport.Test.Daily:0:*:${Buffer.from('daily').toString('hex')}\n`,
  );
  const head = `ClamAV-VDB:now:27001:1:90:X:X:modport:${stamp}`;
  const digest = createHash('sha256').update(signatures).digest('hex');
  const info = Buffer.from(`${head}\ndaily.ndb:${signatures.length}:${digest}\n`);
  return Buffer.concat([
    Buffer.from(head.padEnd(512)),
    tarEntry('COPYING', Buffer.from('none\n')),
    tarEntry('daily.info', info),
    tarEntry('daily.ndb', signatures),
    Buffer.alloc(1024),
  ]);
}

function tarEntry(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(512);
  head.write(name);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length, '0')}\0`;
  for (const [at, text] of [
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(content.length, 11)],
    [136, octal(0, 11)],
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
  ] as const) {
    head.write(text, at, 'latin1');
  }
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([head, content, padding]);
}
