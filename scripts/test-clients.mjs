// npm run test:clients [-- <names>]: the suite of each client, against a running service behind a
// fault proxy. clients/README.md describes the files. A suite whose tools are missing is left out
// and named; with CI=true that is a failure.
import { findBrowser } from './browser.mjs';
import { buildIfNeeded } from './build.mjs';
import { clientsWith, load } from './client-folders.mjs';
import { startClientService } from './client-service.mjs';
import { Failed, reportFailure } from './lib.mjs';

/** Runs one suite with a service of its own, if it needs one; returns its counts. */
async function runSuite({ run, needsService = true }) {
  if (!needsService) return run(null, { ...process.env });
  const service = await startClientService();
  try {
    const facts = JSON.stringify(service.facts);
    return await run(service.facts, { ...process.env, MODPORT_TEST_FACTS: facts });
  } finally {
    await service.stop();
  }
}

/** Runs one suite and prints its counts; returns whether it has tests and all of them passed. */
async function testClient(name, suite) {
  try {
    const { passed, failed = 0 } = (await runSuite(suite)) ?? {};
    if (!Number.isInteger(passed)) throw new Failed(`clients/${name}/suite.mjs returns no counts`);
    console.log(`${name}: ${passed} passed, ${failed} failed`);
    return passed > 0 && failed === 0;
  } catch (error) {
    console.error(error instanceof Failed ? error.message : (error?.stack ?? error));
    console.log(`${name}: ${error?.passed ?? 0} passed, ${error?.failed ?? 1} failed`);
    return false;
  }
}

await reportFailure(async () => {
  // Suites import nothing of the project, so they get the path in their environment.
  process.env.CHROMIUM_PATH ??= findBrowser() ?? '';
  const known = clientsWith('suite.mjs');
  const requested = process.argv.slice(2);
  const unknown = requested.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Failed(`no client with a suite: ${unknown.join(', ')}`);
  await buildIfNeeded();
  const leftOut = [];
  let isPassed = true;
  for (const name of requested.length > 0 ? requested : known) {
    const suite = await load(name, 'suite.mjs');
    const missing = await suite.missing();
    if (missing === null) isPassed = (await testClient(name, suite)) && isPassed;
    else leftOut.push(`left out: ${name}: ${missing}`);
  }
  for (const line of leftOut) console.log(line);
  if (!isPassed) throw new Failed('a suite failed');
  if (leftOut.length > 0 && process.env.CI === 'true') {
    throw new Failed('with CI=true no suite is left out');
  }
});
