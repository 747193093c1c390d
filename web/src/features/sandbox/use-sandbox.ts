import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { blankRow, type PairRow, pairsOf } from './pair-rows.ts';
import { failureOf, type SandboxAnswer, sendDirect, sendThroughPlatform } from './send-request.ts';
import { useUnsent } from '../../lib/use-unsent.ts';
import { t } from '../../texts/index.ts';

/** The sandbox's request and its last answer. */
export function useSandbox(projectId: string) {
  const [url, setUrl] = useState('');
  const [params, setParams] = useState<PairRow[]>(() => [blankRow()]);
  const [headers, setHeaders] = useState<PairRow[]>(() => [blankRow()]);
  const [answer, setAnswer] = useState<SandboxAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const [isBlocked, setBlocked] = useState(false);
  const [busy, setBusy] = useState(false);
  const noteSent = useUnsent([url, typedOf(params), typedOf(headers)]);

  async function run(send: typeof sendDirect, onError: (error: unknown) => void) {
    setBusy(true);
    setFailure(null);
    setRefused(null);
    setBlocked(false);
    try {
      const received = await send({ url, params: pairsOf(params), headers: pairsOf(headers) });
      setAnswer(received);
      noteSent();
      setFailure(failureOf(received));
    } catch (error) {
      setAnswer(null);
      onError(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    url,
    setUrl,
    params,
    setParams,
    headers,
    setHeaders,
    answer,
    failure,
    /** The call to the platform that was refused, when it was. */
    refused,
    /** The browser got no answer that it may read: the platform may still get one. */
    isBlocked,
    busy,
    send: () =>
      run(sendDirect, () => {
        setFailure(t('message.unexpectedError'));
        setBlocked(URL.canParse(url.trim()));
      }),
    sendThroughPlatform: () =>
      run(
        (request) => sendThroughPlatform(projectId, request),
        (error) => {
          setFailure(messageOf(error));
          setRefused(error);
        },
      ),
  };
}

/** The rows that hold anything, whether they are sent or not. */
const typedOf = (rows: readonly PairRow[]) =>
  rows.map(({ key, value, description }) => [key, value, description]).filter((row) => row.some((text) => text !== ''));

export type Sandbox = ReturnType<typeof useSandbox>;
