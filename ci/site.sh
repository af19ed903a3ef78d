#!/usr/bin/env bash
# The course as pages for a browser: lessons, exercises and docs, made by MkDocs from the Markdown that stands here.
# The pages need no server and no network. Every link in them is checked.
#
#   ci/site.sh          build-site/students/: what a handout holds, so no solutions and no hidden cases
#   ci/site.sh --all    build-site/all/: for instructors, with all docs and the fastest references
#
# How it works: ci/site/gather.py picks the pages, mkdocs.yml and theme/ say how they look. Exit code 1: a link is
# broken, or the pages for students show something of reference/; 2: the site can't be built here.
set -euo pipefail
cd "$(dirname "$0")/.."
export PYTHONDONTWRITEBYTECODE=1

case "${1:-}" in
  "") name=students ;;
  --all) name=all ;;
  *) echo "site: unknown argument '$1'. Use: ci/site.sh [--all]" >&2; exit 2 ;;
esac
if ! command -v mkdocs >/dev/null; then
  echo "site: MkDocs and its theme Material are not installed (Debian: apt-get install mkdocs-material)" >&2
  exit 2
fi

site=build-site/$name
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

course=$PWD
if [[ $name == students ]]; then
  course=$work/handout
  ./grade handout "$course" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }
fi

ci/site/gather.py "$course" "$work"
# Quiet: MkDocs would warn of some broken links, check_links.py names them all.
mkdocs build --quiet --config-file "$work/mkdocs.yml" --site-dir "$PWD/$site"
rm "$site"/sitemap.xml*  # without the site's address there is nothing in it
{ printf '__search = {index: Promise.resolve('; cat "$site/search/search_index.json"; printf ')};\n'; } >"$site/search/search_index.js"

ci/site/check_links.py "$site" || { echo "site: these links are broken" >&2; exit 1; }
[[ $name == all ]] || ci/site/check_secrets.py "$site" "$PWD" "$course"
echo "site: $(find "$site" -name '*.html' | wc -l) pages, all links lead somewhere: $site/index.html"
