import type { Fault, FaultName } from './fault.ts';
import { databaseCrash, databaseFailover, databaseFreeze, fullDisk, natsRestart } from './database-faults.ts';
import { clockJump, freeze, kill, rollingRestart } from './server-faults.ts';
import { cutConnections, lockDeliveries, lockRoom, strangers } from './session-faults.ts';

const byName: Readonly<Record<FaultName, Fault>> = {
  kill,
  freeze,
  'rolling-restart': rollingRestart,
  'clock-jump': clockJump,
  'cut-connections': cutConnections,
  'lock-room': lockRoom,
  'lock-deliveries': lockDeliveries,
  'database-crash': databaseCrash,
  'database-freeze': databaseFreeze,
  'database-failover': databaseFailover,
  strangers,
  'full-disk': fullDisk,
  'nats-restart': natsRestart,
};

export const faultNames = Object.keys(byName) as FaultName[];

export const faultOf = (name: FaultName): Fault => byName[name];
