/** A jest reporter that writes `N passed, N failed` into the file that TEST_SUMMARY names. */
import { writeFileSync } from 'node:fs';

export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    // A file that could not even be loaded has no tests to count, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(process.env.TEST_SUMMARY, `${results.numPassedTests} passed, ${failed} failed\n`);
  }
}
