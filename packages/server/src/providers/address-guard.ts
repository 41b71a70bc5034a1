import { BlockList, isIP } from 'node:net';

export interface AllowedTargets {
  /**
   * True also allows loopback and private networks, for services on the operator's machines. Metadata services always
   * stay blocked.
   */
  private: boolean;
}

/** A list of networks, such as `10.0.0.0/8`. */
function networks(...nets: string[]): BlockList {
  const list = new BlockList();
  for (const net of nets) {
    const [address = '', prefix] = net.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * These are never targets: no public service has such an address, or it would expose secrets of this machine. In
 * 2000::/3, these are special purpose networks and notations for IPv4 addresses.
 */
const NEVER = networks(
  '0.0.0.0/8',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
);
const LOOPBACK = networks('127.0.0.0/8', '::1/128');
const PRIVATE = networks('10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7');
const GLOBAL_6 = networks('2000::/3');

/** The kind of network of an address. IPv4 addresses in IPv6 notation are never targets. */
export function findReach(address: string): 'public' | 'private' | 'loopback' | 'never' {
  const version = isIP(address);
  // An address with a zone (`fe80::1%eth0`) is link-local.
  if (version === 0 || address.includes('%')) return 'never';
  // `BlockList` would check the embedded IPv4 address instead.
  if (version === 6 && new URL(`http://[${address}]/`).hostname.startsWith('[::ffff:')) return 'never';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (NEVER.check(address, family)) return 'never';
  if (LOOPBACK.check(address, family)) return 'loopback';
  if (PRIVATE.check(address, family)) return 'private';
  if (version === 6 && !GLOBAL_6.check(address, family)) return 'never';
  return 'public';
}

/** Names that never belong to a public service, whatever address DNS returns. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion)$/;

/** Why a URL cannot be a target, without a DNS query. Undefined if it can be one. */
export function findTargetError(url: URL, allow: AllowedTargets): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'The URL must not contain a user name or a password.';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allow.private))
    return 'The URL must begin with https://.';
  const host = getHost(url);
  if (isIP(host) !== 0) return findAddressError(url, host, allow);
  if (!allow.private && (LOCAL_NAMES.test(host) || !host.includes('.')))
    return 'The address is not on the public internet.';
  return undefined;
}

/** Why a base URL is rejected. Undefined if it can be stored. */
export function findBaseUrlError(text: string, allow: AllowedTargets): string | undefined {
  if (/[?#]/.test(text)) return 'The URL must not have a query (?) or a fragment (#).';
  return findTargetError(new URL(text), allow);
}

/** Whether the operator allows requests to this host on the same machine or in a private network. */
export function allowedTargets(url: URL, hosts: readonly string[]): AllowedTargets {
  return { private: hosts.some((host) => host === url.host || host === url.hostname) };
}

/** Why a resolved address cannot be a target. Plain http is only allowed on this machine. */
export function findAddressError(url: URL, address: string, allow: AllowedTargets): string | undefined {
  const reach = findReach(address);
  if (url.protocol === 'http:' && reach !== 'loopback')
    return 'The URL must begin with https://. Plain http is allowed only for this machine.';
  if (reach === 'public' || (reach !== 'never' && allow.private)) return undefined;
  return 'The address is not on the public internet.';
}

/**
 * The host name for DNS, without brackets and trailing dots. The URL parser has already normalized decimal, octal and
 * hexadecimal IPv4 addresses.
 */
export function getHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/(?<!\.)\.+$/, '')
    .toLowerCase();
}
