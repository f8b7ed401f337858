// Rules pages are Markdown. They become elements one by one; no text is ever read as HTML.
import type { ComponentChild, JSX } from "preact";

/** Makes a way to another page of what stands in code, where that is one. */
export type PageLink = (code: string) => ComponentChild | undefined;

/** What stands after a heading, or instead of a paragraph, where there is more to show than words. */
export type Special = (kind: "after" | "instead", text: string) => JSX.Element | undefined;

/** Clause numbers, "(CARDS-02, CARDS-08)", "(JACK-10; see ...)": for those who look them up, not for those who read. */
const id = String.raw`[A-Z]+-[A-Z]?\d+[a-z]?`;
const clauses = String.raw`\s?\(${id}(?:, ${id})*(?:\)|; )`;
const pattern = new RegExp(
  String.raw`\*\*(.+?)\*\*|\x60([^\x60]+)\x60|\*([^*]+)\*|\b_([^_]+)_\b|\[([^\]]+)\]\(([^)\s]+)\)|(${clauses})`,
  "g",
);

export function inline(text: string, link?: PageLink): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(last, match.index));
    last = match.index! + match[0].length;
    const [, bold, code, italic, italic2, label, , clause] = match;
    if (bold !== undefined) parts.push(<b>{inline(bold, link)}</b>);
    else if (code !== undefined) parts.push(link?.(code) ?? <code>{code}</code>);
    else if (italic ?? italic2) parts.push(<em>{italic ?? italic2}</em>);
    else if (clause !== undefined)
      parts.push(
        ...(clause.endsWith("; ")
          ? [clause.startsWith("(") ? "(" : " (", <small class="clause">{clause.replace(/^\s?\(/, "")}</small>]
          : [<small class="clause">{clause}</small>]),
      );
    else parts.push(label);
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}

const cells = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** Blocks of Markdown: headings, lists, tables, quotes, code, paragraphs. */
export function markdown(source: string, link?: PageLink, special?: Special): JSX.Element[] {
  const say = (text: string) => inline(text, link);
  const lines = source.replace(/\r/g, "").split("\n");
  const blocks: JSX.Element[] = [];
  let i = 0;
  const while_ = (test: (line: string) => boolean) => {
    const taken: string[] = [];
    while (i < lines.length && test(lines[i]!)) taken.push(lines[i++]!);
    return taken;
  };
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,4})\s+(.*)/.exec(line);
    if (!line.trim()) i++;
    else if (heading) {
      const Tag = `h${Math.min(5, heading[1]!.length + 1)}` as "h2";
      blocks.push(<Tag>{say(heading[2]!)}</Tag>);
      const more = special?.("after", heading[2]!);
      if (more) blocks.push(more);
      i++;
    } else if (/^\s*```/.test(line)) {
      i++;
      blocks.push(<pre>{while_((l) => !/^\s*```/.test(l)).join("\n")}</pre>);
      i++;
    } else if (/^ {4,}\S/.test(line))
      blocks.push(
        <pre>
          {while_((l) => /^ {4,}/.test(l))
            .map((l) => l.slice(4))
            .join("\n")}
        </pre>,
      );
    else if (/^\s*\|/.test(line)) {
      const rows = while_((l) => /^\s*\|/.test(l)).filter((row) => !/^[\s|:-]+$/.test(row));
      blocks.push(
        <div class="mdtable">
          <table>
            <thead>
              <tr>
                {cells(rows[0]!).map((cell) => (
                  <th scope="col">{say(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(1).map((row) => (
                <tr>
                  {cells(row).map((cell) => (
                    <td>{say(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>,
      );
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const ordered = /^\s*\d+\./.test(line);
      const items: string[] = [];
      for (const l of while_((l) => /^\s*([-*]|\d+\.)\s/.test(l) || /^\s{2,}\S/.test(l))) {
        if (/^\s*([-*]|\d+\.)\s/.test(l)) items.push(l.replace(/^\s*([-*]|\d+\.)\s+/, ""));
        else items[items.length - 1] += ` ${l.trim()}`;
      }
      const List = ordered ? "ol" : "ul";
      blocks.push(
        <List>
          {items.map((item) => (
            <li>{say(item)}</li>
          ))}
        </List>,
      );
    } else if (/^\s*>/.test(line))
      blocks.push(
        <blockquote>
          {say(
            while_((l) => /^\s*>/.test(l))
              .map((l) => l.replace(/^\s*>\s?/, ""))
              .join(" "),
          )}
        </blockquote>,
      );
    else if (/^\s*(---|\*\*\*)\s*$/.test(line)) {
      blocks.push(<hr />);
      i++;
    } else {
      const words = while_((l) => !!l.trim() && !/^(#{1,4}\s|\s*\||\s*>|\s*```|\s*[-*]\s)/.test(l)).join(" ");
      blocks.push(special?.("instead", words) ?? <p>{say(words)}</p>);
    }
  }
  return blocks;
}
