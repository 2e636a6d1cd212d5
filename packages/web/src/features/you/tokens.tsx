import type { AccessToken } from '@parley/protocol';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useDeleteToken, useTokens } from '../../api/access.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { accessWords as words } from '../../words/access.ts';
import { youWords } from '../../words/you.ts';
import { NewToken } from './new-token.tsx';
import styles from './you.module.css';

/** Shows the user's access tokens with their last use; creates and deletes them. */
export function Tokens() {
  const [isMaking, setMaking] = useState(false);
  const [keepCredentials, setKeep] = useState(false);
  const [revoked, setRevoked] = useState<AccessToken | null>(null);
  const { data: tokens, error } = useTokens();
  const remove = useDeleteToken();
  const ask = (token: AccessToken) => {
    setKeep(false);
    setRevoked(token);
  };
  return (
    <section className={styles.section} aria-labelledby="tokens">
      <div className={styles.head}>
        <h2 id="tokens">{words.tokens}</h2>
        <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          {words.newToken}
        </Button>
      </div>
      <p className={styles.hint}>{words.tokensHint}</p>
      {error && <ErrorNotice error={error} />}
      {!tokens && !error && <Skeleton label={youWords.loading} rows={2} />}
      {tokens?.length === 0 && <p className={styles.hint}>{words.noTokens}</p>}
      {tokens !== undefined && tokens.length > 0 && (
        <ul className={styles.rows} aria-label={words.tokens}>
          {tokens.map((token) => (
            <li key={token.tokenId} className={styles.row}>
              <span className={styles.what}>
                <span className={styles.name}>{token.name}</span>
                <span className={styles.small}>
                  {expiryOf(token)} · {token.lastUsedAt ? words.lastUsed(dateAndTime(token.lastUsedAt)) : words.notUsed}
                </span>
              </span>
              <Button aria-label={words.revokeName(token.name)} onClick={() => ask(token)}>
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
      {revoked && (
        <Confirm
          title={words.revokeTitle(revoked.name)}
          action={words.revoke}
          onConfirm={() => remove.mutateAsync({ tokenId: revoked.tokenId, keepCredentials })}
          onClose={() => setRevoked(null)}
        >
          {words.revokeText}
          <label className={styles.check}>
            <input type="checkbox" checked={keepCredentials} onChange={({ target }) => setKeep(target.checked)} />
            {words.keepCredentials}
          </label>
        </Confirm>
      )}
    </section>
  );
}

function expiryOf({ expiresAt }: AccessToken): string {
  if (expiresAt === null) return words.noExpiry;
  const time = dateAndTime(expiresAt);
  return Date.parse(expiresAt) > Date.now() ? words.expiresAt(time) : words.expiredAt(time);
}
