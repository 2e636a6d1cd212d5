import { eventTypes } from '@parley/protocol';
import ts from 'typescript';

const allEvents = eventTypes.map((type) => `"${type}"`).join(' | ');

const plain =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrowStyleSignature;

/** One export as a part of the page: what it says of itself, how it is written, and its members. */
export function describeExport(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) throw new Error(`${symbol.name} is declared nowhere.`);
  const parts = [`### ${symbol.name}`, docOf(symbol, checker)];
  if (ts.isFunctionDeclaration(declaration)) parts.push(code(signaturesOf(symbol, declaration, checker).join('\n')));
  else if (ts.isTypeAliasDeclaration(declaration)) parts.push(code(declaration.getText().replace(/^export /, '')));
  else if (ts.isVariableDeclaration(declaration)) {
    parts.push(code(`const ${symbol.name}: ${typeText(symbol, declaration, checker)}`));
  }
  parts.push(examplesOf(symbol, checker), membersOf(symbol, declaration, checker));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function membersOf(symbol: ts.Symbol, declaration: ts.Declaration, checker: ts.TypeChecker): string {
  if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) return '';
  const ofInstance = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  const ofClass = ts.isClassDeclaration(declaration)
    ? checker
        .getPropertiesOfType(checker.getTypeOfSymbolAtLocation(symbol, declaration))
        .filter(({ name }) => name !== 'prototype')
    : [];
  const members = [...ofClass, ...ofInstance].filter((member) => isPublic(member));
  return members.map((member) => describeMember(member, symbol.name, checker)).join('\n\n');
}

function describeMember(member: ts.Symbol, owner: string, checker: ts.TypeChecker): string {
  const declaration = member.declarations?.[0];
  if (!declaration) return '';
  const isStatic = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Static) !== 0;
  const name = `${isStatic ? `${owner}.` : ''}${member.name}`;
  const optional = member.flags & ts.SymbolFlags.Optional ? '?' : '';
  const written =
    ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration)
      ? signaturesOf(member, declaration, checker, name).join('\n')
      : `${name}${optional}: ${typeText(member, declaration, checker)}`;
  return [code(written), docOf(member, checker), examplesOf(member, checker)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Neither private, nor the SDK's own business, nor what every error or object has. */
function isPublic(member: ts.Symbol): boolean {
  const [declaration] = member.declarations ?? [];
  if (!declaration || member.name.startsWith('__') || member.name.startsWith('#')) return false;
  if (/\/lib\/lib\.[\w.]+\.d\.ts$|@types\/node/.test(declaration.getSourceFile().fileName)) return false;
  if (member.getJsDocTags().some(({ name }) => name === 'internal')) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(declaration) & hidden) === 0;
}

function signaturesOf(symbol: ts.Symbol, at: ts.Declaration, checker: ts.TypeChecker, name = symbol.name): string[] {
  const signatures = checker.getTypeOfSymbolAtLocation(symbol, at).getCallSignatures();
  return signatures.map((signature) => {
    const text = checker.signatureToString(signature, at, ts.TypeFormatFlags.NoTruncation, ts.SignatureKind.Call);
    return inOrder(`${name}${text}`);
  });
}

function typeText(symbol: ts.Symbol, at: ts.Declaration, checker: ts.TypeChecker): string {
  return inOrder(checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, at), at, plain));
}

const literals = /(?:"[^"]*"|`[^`]*`)(?: \| (?:"[^"]*"|`[^`]*`))+/g;

/** The compiler gives the members of a union in the order in which it met them, which is another with every set of files. */
function inOrder(text: string): string {
  return text.replaceAll(literals, (union) => union.split(' | ').toSorted().join(' | '));
}

function docOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const words = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol.getJsDocTags(checker).flatMap(({ name, text }) => {
    const said = ts
      .displayPartsToString(text)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ');
    if (name === 'param') return [`- \`${said.replace(/^(\S+)\s*/, '$1`: ')}`];
    if (name === 'returns') return [`- gives: ${said}`];
    return name === 'throws' ? [`- throws: ${said}`] : [];
  });
  return [escaped(words), escaped(tags.join('\n'))].filter((part) => part !== '').join('\n\n');
}

/** Words of a docstring are Markdown already, but for what looks like a tag outside of code. */
function escaped(words: string): string {
  return words
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')))
    .join('`');
}

function examplesOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const examples = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example');
  return examples.map(({ text }) => code(ts.displayPartsToString(text).trim())).join('\n\n');
}

/** A type is called by its name, wherever its file is. */
function code(text: string): string {
  const named = text.replaceAll(/import\("[^"]*"\)\./g, '').replaceAll(allEvents, 'EventType');
  return `\`\`\`ts\n${named}\n\`\`\``;
}
