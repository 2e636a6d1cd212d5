/** A delivery as a peer queues it: the finished bytes of the envelope, as text. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly agentId: string;
  readonly body: string;
}
