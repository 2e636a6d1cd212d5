import type { DeliveryLogItem } from '@parley/protocol';
import { deliveryWords as words } from '../../../words/deliveries.ts';
import styles from './delivery.module.css';

export interface SignedProps {
  readonly agentId: string;
  readonly credentialId: string;
  readonly delivery: DeliveryLogItem;
  readonly envelope: object;
}

/** Shows how the last attempt was signed. The log stores neither the signature nor the body. */
export function Signed({ agentId, credentialId, delivery, envelope }: SignedProps) {
  const last = delivery.attempts.at(-1);
  const time = Math.floor(Date.parse(last?.startedAt ?? delivery.createdAt) / 1000);
  const headers = [
    'Content-Type: application/json',
    `X-Delivery-Id: ${delivery.deliveryId}`,
    `Authorization: HMAC ${agentId}/${credentialId}`,
    `X-Platform-Signature: t=${time},v1=<HMAC-SHA256 of the signed string, in hex>`,
  ];
  return (
    <section className={styles.section} aria-labelledby="signed">
      <h2 id="signed">{words.signed}</h2>
      <p className={styles.faint}>{words.signedHint}</p>
      <Code label={words.headers} text={headers.join('\n')} />
      <Code label={words.signedString} text={`${time}.<the bytes of the body>`} />
      <p className={styles.faint}>{words.bodyHidden}</p>
      <Code label={words.body} text={JSON.stringify(envelope, null, 2)} />
    </section>
  );
}

function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <h3>{label}</h3>
      <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </>
  );
}
