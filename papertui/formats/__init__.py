def write_papers(f, p): return ["@stub"]
