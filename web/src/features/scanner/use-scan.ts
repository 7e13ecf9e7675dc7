import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { currentJobs } from '../../api/jobs';
import { useNowEverySecond } from '../../lib/now';
import { seconds } from '../../lib/time';
import { scanRunsKey, scanStatus, scanStatusKey, type ScanRun, userHasDataKey } from './api';
import { useScanProgress } from './scan-progress';
import { scanState, type ScanState } from './scan-state';

export type Scan = {
  state: ScanState;
  lastScan: ScanRun | null;
  checkAgain: () => void;
  isChecking: boolean;
};

/** The scanner as it stands at this second. */
export function useScan(userId: string): Scan {
  const queries = useQueryClient();
  const { data: status, dataUpdatedAt, isError, errorUpdateCount, isFetching, refetch } = useQuery(scanStatus(userId));
  const heard = useScanProgress(userId);
  const now = useNowEverySecond();
  // Asked again after a failure, a query without an answer counts as new; the card must not go blank for that.
  const hasFailed = isError || (status === undefined && errorUpdateCount > 0);
  const state = scanState({ status, readAt: dataUpdatedAt, hasFailed }, heard, now);

  const isRunning = state.kind === 'running';
  useQuery({ ...currentJobs(queries, userId), refetchInterval: isRunning ? seconds(5) : false });
  const isDue = state.kind === 'due';
  useEffect(() => {
    if (isDue) void refetch(joining);
  }, [isDue, refetch]);
  useEnd(isRunning, () => {
    for (const queryKey of [scanStatusKey(userId), scanRunsKey(userId), userHasDataKey(userId)])
      void queries.invalidateQueries({ queryKey }, joining);
  });
  useEnd(heard?.state === 'running', () => void queries.invalidateQueries({ queryKey: scanStatusKey(userId) }, joining));

  return { state, lastScan: status?.lastScan ?? null, checkAgain: () => void refetch(joining), isChecking: isFetching };
}

/** Sidebar and Settings ask at the same moment, and share the answer. */
const joining = { cancelRefetch: false };

function useEnd(isOn: boolean, onEnd: () => void): void {
  const wasOn = useRef(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (wasOn.current && !isOn) end();
    wasOn.current = isOn;
  }, [isOn]);
}
