// npm run recording: records a sign-in, a publication and an installation with the command line
// against a service that it starts, and writes the text into the README.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { buildIfNeeded } from './build.mjs';
import { startClientService } from './client-service.mjs';
import { ROOT, reportFailure, runBin } from './lib.mjs';

const README = `${ROOT}/README.md`;
const BEGIN = '<!-- recording -->';
const END = '<!-- end of the recording -->';
/** The address that readers see in place of a port of this machine. */
const SHOWN_SERVER = 'https://mods.example';

const MANIFEST = `version = "1.0.0"
changelog = "Lanterns along every road."
game_versions = ["1.0"]
loaders = ["plain"]

[mod]
slug = "lantern-road"
game = "clients-game"
title = "Lantern Road"
description = "Lanterns along every road."
license = "MIT"

[[files]]
path = "build/*.zip"

[[dependencies]]
mod = "base-library"
version = "^1.0.0"
`;

/**
 * Runs a command of the command line program in a folder. Returns the command and its output. Calls
 * `onText` with all of it so far after each piece. Throws if the command fails.
 */
async function runCommand(command, { cwd, env }, onText = () => {}) {
  const [, ...args] = command.split(' ');
  const child = spawn(process.execPath, [`${ROOT}/clients/cli/dist/modport.js`, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = `$ ${command}\n`;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
      onText(said);
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}`);
  return said;
}

/**
 * Like `runCommand`, but up to five times until the command succeeds. A plan may take only two
 * seconds, and a busy machine may need more.
 */
async function runWithRetries(command, options, attempts = 5) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runCommand(command, options);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

/** Approves the sign-in as soon as the command shows its address. */
function approving(controlUrl) {
  let isApproved = false;
  return async (said) => {
    const url = /https?:\S+authorize\S+(?=\n)/.exec(said)?.[0];
    if (url === undefined || isApproved) return;
    isApproved = true;
    const body = JSON.stringify({ url });
    const response = await fetch(`${controlUrl}/sign-in`, { method: 'POST', body });
    await fetch((await response.json()).redirect);
  };
}

async function record({ base_url: server, control_url: control }) {
  const folder = mkdtempSync(join(tmpdir(), 'modport-recording-'));
  try {
    const project = join(folder, 'lantern-road');
    mkdirSync(join(project, 'build'), { recursive: true });
    writeFileSync(join(project, 'modport.toml'), MANIFEST);
    const files = { 'lanterns.txt': Buffer.from('A lantern on every post.\n'.repeat(200)) };
    const bytes = zipSync(files, { mtime: new Date('2026-01-01') });
    writeFileSync(join(project, 'build', 'lantern-road.zip'), bytes);
    const env = { PATH: process.env.PATH, MODPORT_HOME: join(folder, 'home'), LANG: 'C' };
    const options = { cwd: project, env };
    const login = `modport login --publish --no-browser --server ${server}`;
    const parts = [await runCommand(login, options, approving(control))];
    for (const command of [
      'publish',
      'publish',
      'install lantern-road --into mods',
      'verify --into mods',
    ]) {
      parts.push(await runWithRetries(`modport ${command}`, options));
    }
    return parts
      .join('\n')
      .replace(/(authorize\?)\S+/, '$1…')
      .replaceAll(server, SHOWN_SERVER)
      .replaceAll(project, '/home/ada/lantern-road');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the service of the tests of the clients, and stops it after the work. */
async function withService(work) {
  const service = await startClientService();
  try {
    await work(service.facts);
  } finally {
    await service.stop();
  }
}

await reportFailure(async () => {
  await buildIfNeeded();
  runBin('../clients/cli/build.mjs', []);
  await withService(async (facts) => {
    const text = await record(facts);
    const [head, rest] = readFileSync(README, 'utf8').split(BEGIN);
    const [, tail] = rest.split(END);
    writeFileSync(README, `${head}${BEGIN}\n\`\`\`\n${text}\`\`\`\n${END}${tail}`);
  });
});
