import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stdout } from 'node:process';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Says at the end which tests passed only when they were run again. The goal is none. */
export default class RetryReporter implements Reporter {
  private suite: Suite | undefined;
  private reportFile = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.suite = suite;
    this.reportFile = join(dirname(config.projects[0]?.outputDir ?? 'results/runs'), 'retries.txt');
  }

  onEnd(_result: FullResult): void {
    const ran = (this.suite?.allTests() ?? []).filter(({ results }) => results.length > 0);
    // `--list` runs nothing, and must not write over what the last run found.
    if (ran.length === 0) return;
    const retried = ran.filter(({ results }) => results.length > 1);
    const report = [`Retried: ${retried.length}`, ...retried.map((test) => `  ${nameOf(test)}`), ''].join('\n');
    mkdirSync(dirname(this.reportFile), { recursive: true });
    writeFileSync(this.reportFile, report);
    stdout.write(report);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function nameOf(test: TestCase): string {
  return test
    .titlePath()
    .filter((part) => part !== '')
    .join(' › ');
}
