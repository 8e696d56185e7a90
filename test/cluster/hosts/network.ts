import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** All namespaces and links of the test begin with it, so that the next run finds what is left. */
const PREFIX = 'mpc-';
const BRIDGE = `${PREFIX}bridge`;
const NETWORK = '10.77.0';

/** The address of the test program, at which the hosts reach its proxies and receivers. */
export const TEST_ADDRESS = `${NETWORK}.1`;

/** A host: a network namespace with its own address and one link. */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** The command that runs a program on this host. */
  command(program: readonly string[]): [string, ...string[]];
  /** The ids of all its processes. */
  pids(): Promise<number[]>;
  /** Cuts the link, or mends it. */
  setLink(isUp: boolean): Promise<void>;
  /** Limits both directions of the link to a rate such as `256kbit`; null removes the limit. */
  throttle(rate: string | null): Promise<void>;
}

/** The network of one run. */
export interface Network {
  addHost(name: string): Promise<Host>;
}

/** Runs a program. Throws its output if it fails. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, [...args], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

const ip = (line: string) => run('ip', line.split(' '));

/** Removes what an earlier run left, then opens a network with the test program at its first address. */
export async function openNetwork(): Promise<Network> {
  await removeNetwork();
  await ip(`link add ${BRIDGE} type bridge`);
  await ip(`addr add ${TEST_ADDRESS}/24 dev ${BRIDGE}`);
  await ip(`link set ${BRIDGE} up`);
  let count = 0;
  return {
    async addHost(name) {
      count += 1;
      return createHost(name, count + 10);
    },
  };
}

/** Ends all processes of the hosts and removes the namespaces and links. */
export async function removeNetwork(): Promise<void> {
  const names = (await ip('netns list')).split('\n').map((line) => line.split(' ')[0] ?? '');
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    for (const pid of await pidsIn(name)) signal(pid, 'SIGKILL');
    await ip(`netns delete ${name}`);
  }
  // The kernel removes a namespace, and its links, only after its last process.
  const links = (await ip('-o link')).matchAll(/^\d+: ([^:@]+)/gm);
  for (const [, link = ''] of links) {
    if (link.startsWith(PREFIX)) await ip(`link delete ${link}`).catch(() => undefined);
  }
}

/** Sends a signal to a process, unless it has ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended before the signal.
  }
}

async function pidsIn(namespace: string): Promise<number[]> {
  const listed = await ip(`netns pids ${namespace}`).catch(() => '');
  return listed.split('\n').filter(Boolean).map(Number);
}

async function createHost(name: string, number: number): Promise<Host> {
  const namespace = PREFIX + name;
  // Names of links have at most 15 characters.
  const link = `${PREFIX}${number}`;
  const address = `${NETWORK}.${number}`;
  await ip(`netns add ${namespace}`);
  await ip(`link add ${link} type veth peer name eth0 netns ${namespace}`);
  await ip(`link set ${link} master ${BRIDGE} up`);
  await ip(`-n ${namespace} addr add ${address}/24 dev eth0`);
  await ip(`-n ${namespace} link set eth0 up`);
  await ip(`-n ${namespace} link set lo up`);
  const shape = (rule: string) => [
    run('tc', `qdisc ${rule.replace('DEV', link)}`.split(' ')),
    run('ip', `netns exec ${namespace} tc qdisc ${rule.replace('DEV', 'eth0')}`.split(' ')),
  ];
  return {
    name,
    address,
    command: (program) => ['ip', 'netns', 'exec', namespace, ...program],
    pids: () => pidsIn(namespace),
    async setLink(isUp) {
      await ip(`link set ${link} ${isUp ? 'up' : 'down'}`);
    },
    async throttle(rate) {
      const rule =
        rate === null
          ? 'del dev DEV root'
          : `add dev DEV root tbf rate ${rate} burst 16kb latency 400ms`;
      await Promise.all(shape(rule));
    },
  };
}
