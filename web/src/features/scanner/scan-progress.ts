import { useQuery } from '@tanstack/react-query';
import { type JobProgress, jobProgress } from '../../api/progress';
import { scanJob, scanParts } from './api';

/** The reported progress, and when it came. */
export type ReportedScan = { told: JobProgress | null | undefined; at: number };

/** The progress of a scan, from the progress of its parts. */
export function useScanProgress(userId: string): JobProgress | undefined {
  const scan = useReportedScan(userId, scanJob);
  const posts = useReportedScan(userId, scanParts.posts);
  const mentions = useReportedScan(userId, scanParts.mentions);
  return scanProgressOf(scan, [posts, mentions]);
}

/** Each part is a like share of the whole; its end counts only if it was told after the scan's beginning. */
export function scanProgressOf(scan: ReportedScan, parts: readonly ReportedScan[]): JobProgress | undefined {
  if (scan.told?.state !== 'running') return scan.told ?? undefined;
  const heard = parts.filter(({ told, at }) => told?.state === 'running' || at >= scan.at).map(({ told }) => told);
  const sum = (of: (part: JobProgress) => number) => heard.reduce((total, part) => total + (part ? of(part) : 0), 0);
  const share = sum(({ state, percent }) => (state === 'running' ? percent : 100)) / parts.length;
  return { ...scan.told, percent: Math.max(scan.told.percent, share), found: sum(({ found }) => found) };
}

function useReportedScan(userId: string, job: string): ReportedScan {
  const { data, dataUpdatedAt } = useQuery(jobProgress(userId, job));
  return { told: data, at: dataUpdatedAt };
}
